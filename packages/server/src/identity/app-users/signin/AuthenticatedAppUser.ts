import type { AppId, AppUserId, OrgId } from "@fleet/domain/Ids"

/** An app user whose first factor was right. */
export interface AuthenticatedAppUser {
  readonly id: AppUserId
  readonly orgId: OrgId
  readonly appId: AppId
  readonly email: string
}
