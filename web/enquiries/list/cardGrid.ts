/** How the list's cards stand on a phone, and what stands for them until they come. */
export const cardGrid = { display: 'grid', gap: 1.5, px: { xs: 1.5, sm: 2.5 }, pb: 1 } as const
