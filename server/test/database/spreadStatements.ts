/** Why a statement of the product reads the rows of several companies at once, and how it begins or what it contains. */
export const spreadStatements: Record<string, RegExp[]> = {}
