/** One window of a real browser, which Playwright does not drive. */
export interface Browser {
  open(url: string): Promise<void>
  resize(size: Size): Promise<void>
  /** Runs a function in the page, which sees nothing but its arguments. */
  run<Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args): Promise<Result>
  click(point: Point): Promise<void>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Gives a file to the only file input of the page. */
  upload(path: string): Promise<void>
  /** Errors of scripts and violations of the content security policy since the page was opened. */
  problems(): Promise<string[]>
  /** A PNG. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

/** In pixels of the page. */
export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export type Key = 'End' | 'Enter' | 'Escape' | 'PageUp'
