/** Every limit, shared by the server and the page. Lengths count UTF-16 code units, as `maxlength` does. */
export const limits = {
  enquiryType: 120,
  /** Per company: the types that owners arrange. */
  companyTypes: 40,
  summery: 300,
  description: 20_000,
  comments: 20_000,
  message: 10_000,
  note: 10_000,
  /** Per enquiry. */
  notes: 1000,
  /** Per note. */
  mentions: 20,
  /** Per company. */
  cannedResponses: 500,
  cannedResponseName: 60,
  name: 80,
  companyName: 80,
  email: 254,
  password: { min: 8, max: 200 },
  /** The range from which a company chooses the maximum length of a session. */
  sessionDays: { min: 1, max: 365 },
  search: 200,
  documentName: 255,
  documents: 5,
  /** Files of one message, images among them. Each has at most `documentBytes`. */
  messageFiles: 5,
  /** Files of a thread that are returned at once; a message's files are never divided. */
  threadFiles: 30,
  documentBytes: 10 * 1024 * 1024,
  /** Width times height: more than a photograph has, and less than a decompression bomb. */
  documentPixels: 50_000_000,
  /** A company sees a warning once it has used this share of its storage. */
  storageWarning: 0.8,
  page: { size: 25, maxSize: 100, last: 10_000_000 },
  /** A company with at most this many enquiries is shown its first steps. */
  fewEnquiries: 50,
  /** Values per filter. */
  filterValues: 50,
  /** A filtered or searched list is counted, and can be paged through, up to here. A cursor goes further. */
  counted: 10_000,
  /** A search is counted up to here before its rows are shown; the rest is counted afterwards. */
  countedFirst: 100,
  /** A cursor contains the text that the list is sorted by, in any script. */
  cursor: 4000,
  /** Unread enquiries are counted up to here: the badge shows two digits, then `99+`. */
  unread: 100,
  /** Notifications that are returned at once, and up to which unread ones are counted. */
  notifications: { size: 20, unread: 100 },
  view: { name: 60, query: 2000, perPerson: 50 },
  /** Enquiries listed by id in a bulk change. A filter has no limit. */
  bulkIds: 1000,
  csvBytes: 20 * 1024 * 1024,
  csvEnquiries: 50_000,
  /** All rows, including those whose cells are all empty. */
  csvRows: 100_000,
  /** Cells per row: more than a real table has, and few enough to read quickly. */
  csvCells: 1000,
  csvLineBytes: 500_000,
  csvHeading: 200,
  thread: { size: 50, maxSize: 200 },
  /** A received email: its bytes, its files, the characters of its text, and of the excerpt of one that is held. */
  incoming: { bytes: 35 * 1024 * 1024, files: 20, text: 100_000, excerpt: 2000 },
  /** The best rating of a customer; the worst is 1. */
  rating: 5,
  /** A customer's comment on their rating. */
  ratingComment: 1000,
  /** Contacts that a search returns. */
  contactsFound: 20,
  /** The form for customers: the greeting, addresses of websites, and the number of websites that may embed it. */
  form: { greeting: 1000, address: 300, origins: 20 },
} as const
