/** The id in the address that stands for an enquiry yet to be made. */
export const addEnquiryId = 'AddEnquiry'

/** Every address of the product. */
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
