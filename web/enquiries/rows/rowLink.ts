/** The class of the link in each row or card. */
export const rowLink = 'row-link'
