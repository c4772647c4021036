export function installedPrograms(): Record<string, string>
