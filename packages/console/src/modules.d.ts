declare module "*.css"
declare module "*.svg" {
  /** The address of the file. */
  const address: string
  export default address
}

interface ImportMeta {
  /** Set by Vite at the build. */
  readonly env: { readonly MODE: string }
}
