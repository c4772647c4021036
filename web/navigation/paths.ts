/** The id in the address of the page that creates an enquiry. */
export const addEnquiryId = 'AddEnquiry'

/** The history state of a link to the desk: the focus starts in the reply box. */
export const withReplyBox = { isReplying: true }

/** The parts of a page that an address can open: `useAskedPart` handles them. */
export type HomePart = 'search' | 'filters' | 'views' | 'import' | 'export'
export type ProfilePart = 'you' | 'company' | 'password' | 'sessions' | 'team' | 'invite' | 'customers' | 'mail'

/** The query parameter that asks for the notification settings, on any page. */
export const choicesParameter = { name: 'notifications', value: 'choices' } as const
const choicesQuery = `${choicesParameter.name}=${choicesParameter.value}`

/** Every path of the product. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  reset: '/reset',
  email: '/email',
  notFound: '/404',
  /** The page of a customer without an account. The token of a private link is in its fragment. */
  customer: '/t',
  /** The list of the enquiries that one person has raised. */
  raisedBy: (id: string) => `/?raisedBy=${id}`,
  profile: '/profile',
  /** `search` keeps the list's filter and sort. */
  homePart: (part: HomePart, search = '') => `/${search}#${part}`,
  profilePart: (part: ProfilePart) => `/profile#${part}`,
  enquiry: (id: string) => `/enquiry/${id}`,
  addEnquiry: `/enquiry/${addEnquiryId}`,
  chat: (id: string) => `/chats/${id}`,
  desk: '/desk',
  operator: '/operator',
  deskEnquiry: (id: string) => `/desk/${id}`,
  /** Opens the notification settings on the page with this path and query. Mails link to it, too. */
  notificationChoices: (path: string, search = '') => `${path}${search ? `${search}&` : '?'}${choicesQuery}`,
  /** The list of the enquiries that are assigned to one person. */
  assignedTo: (id: string) => `/?assignee=${id}`,
} as const
