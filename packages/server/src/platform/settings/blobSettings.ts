import { Schema } from "effect"
import { optional, secret, setting } from "./Setting.ts"
import { Address } from "./texts.ts"

/** Where large files are kept: files of robots. */
export const blobSettings = {
  s3Url: optional(
    {
      name: "S3_BUCKET_URL",
      type: "an http or https address",
      fallback: "none: files are kept in FLEET_DATA/blobs",
      meaning: "The bucket that keeps robots' files: https://host/bucket, or https://bucket.host."
    },
    Address
  ),
  s3Region: setting(
    { name: "S3_REGION", type: "a name", fallback: "auto", meaning: "The region of the bucket." },
    Schema.NonEmptyString
  ),
  s3AccessKeyId: setting(
    { name: "S3_ACCESS_KEY_ID", type: "a text", fallback: "none", meaning: "The id of the key to the bucket." },
    Schema.NonEmptyString
  ),
  s3SecretAccessKey: secret(
    { name: "S3_SECRET_ACCESS_KEY", type: "a text", fallback: "none", meaning: "The secret of the key to the bucket." },
    Schema.NonEmptyString
  )
}
