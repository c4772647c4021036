/** The id in the address of the page that creates an enquiry. */
export const addEnquiryId = 'AddEnquiry'

/** The history state of a link to the desk: the focus starts in the reply box. */
export const withReplyBox = { isReplying: true }

/** Every path of the product. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  reset: '/reset',
  email: '/email',
  notFound: '/404',
  profile: '/profile',
  enquiry: (id: string) => `/enquiry/${id}`,
  addEnquiry: `/enquiry/${addEnquiryId}`,
  chat: (id: string) => `/chats/${id}`,
  desk: '/desk',
  deskEnquiry: (id: string) => `/desk/${id}`,
} as const
