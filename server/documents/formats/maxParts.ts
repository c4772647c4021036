/** Far more parts than any encoder writes. Parsing millions of tiny parts would block the event loop. */
export const maxParts = 20_000
