declare module "s3rver" {
  /** A server that speaks S3, for tests. Its key is S3RVER, with itself as the secret. */
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: ReadonlyArray<{ readonly name: string; readonly configs: ReadonlyArray<string> }>
    })
    run(): Promise<object>
    close(): Promise<void>
  }
}
