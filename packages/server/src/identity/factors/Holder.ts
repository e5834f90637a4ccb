import type { AppUserId, DeveloperId } from "@fleet/domain/Ids"

/** Whose second factors: a person of one of the two spaces. */
export type Holder =
  | { readonly kind: "developer"; readonly id: DeveloperId }
  | { readonly kind: "app_user"; readonly id: AppUserId }
