/** A reason not to start that the operator can fix. Printed as one line, without a stack. */
export class StartError extends Error {}
