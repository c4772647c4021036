/** Whether `npm run test:operations` runs: with more repetitions and longer texts than `npm run test:system`. */
export const isFullSize = Boolean(process.env.TEST_FULL_SIZE)
