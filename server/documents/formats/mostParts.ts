/** Parts of an image file, far more than any program writes: looking at millions of tiny ones would hold others up. */
export const mostParts = 20_000
