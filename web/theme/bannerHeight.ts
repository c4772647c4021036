/** The CSS property that holds the height of a banner above the page, in CSS pixels; not set while there is none. */
export const bannerHeight = '--banner-height'
