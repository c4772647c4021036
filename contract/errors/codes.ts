export const errorCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'password-required',
  'choose-company',
  'not-found',
  'expired',
  'conflict',
  'in_progress',
  'stale',
  'too-large',
  'unsupported-type',
  'too-many-requests',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]
