/** Every limit of the product, in one place for both sides. Lengths count UTF-16 code units, as `maxlength` does. */
export const limits = {
  enquiryType: 120,
  summery: 300,
  description: 20_000,
  comments: 20_000,
  message: 10_000,
  note: 10_000,
  /** Canned responses of a company, and notes within an enquiry. */
  answers: 500,
  notes: 1000,
  cannedResponseName: 60,
  name: 80,
  companyName: 80,
  email: 254,
  password: { min: 8, max: 200 },
  /** A company decides how long a session may last in all. */
  sessionDays: { min: 1, max: 365 },
  search: 200,
  documentName: 255,
  documents: 5,
  documentBytes: 10 * 1024 * 1024,
  /** Width times height: what a photograph has, and a decompression bomb exceeds. */
  documentPixels: 50_000_000,
  /** The share of its storage from which a company is warned. */
  storageWarning: 0.8,
  page: { size: 25, maxSize: 100 },
  /** Values of one filter. */
  filterValues: 50,
  /** How far a filtered or searched list is counted, and can be paged through; a cursor goes further. */
  counted: 10_000,
  /** How far a search is counted before its rows are shown; the rest is counted meanwhile. */
  countedFirst: 100,
  /** A cursor holds the text that the list is sorted by, in whatever script. */
  cursor: 4000,
  /** How far the unread enquiries of a person are counted: one more than two digits show. */
  unread: 100,
  view: { name: 60, query: 2000, perPerson: 50 },
  /** Enquiries named one by one in a bulk change; all that match a filter may be any number. */
  bulkIds: 1000,
  csvBytes: 20 * 1024 * 1024,
  csvLines: 50_000,
  /** Rows that are read at all, including those whose cells are all empty. */
  csvRows: 100_000,
  /** More than any table has, and little enough to be read in a moment. */
  csvCells: 1000,
  csvLineBytes: 500_000,
  csvHeading: 200,
  thread: { size: 50, maxSize: 200 },
} as const
