declare module 'fxa-common-password-list' {
  const list: { test(lowerCasePassword: string): boolean }
  export default list
}
