/** `npm run test:operations` repeats what is random, or one of many, more often than `npm run test:system`. */
export const isFullSize = Boolean(process.env.TEST_FULL_SIZE)
