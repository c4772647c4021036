/** A stored document, or a new file without a thumbnail that has not been uploaded yet. */
export interface ShownDocument {
  name: string
  url: string
  thumbnail?: string
  /** Who sent it and when. */
  detail?: string
  /** The React key of a file that has no stable URL. */
  key?: string
  /** The error of the server about this document. */
  error?: string
  /** The uploaded fraction, 0 to 1, while it is being sent. */
  sent?: number
}
