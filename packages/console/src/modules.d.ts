declare module "*.css"
declare module "*.svg" {
  /** The address of the file. */
  const address: string
  export default address
}
