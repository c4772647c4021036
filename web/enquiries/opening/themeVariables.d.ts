declare module 'virtual:themeVariables.css?inline' {
  const rules: string
  export default rules
}
