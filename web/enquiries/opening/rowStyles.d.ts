declare module 'virtual:rowStyles.css?inline' {
  const rules: string
  export default rules
}
