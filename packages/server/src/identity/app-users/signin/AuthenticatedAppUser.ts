import type { AppId, AppUserId, OrgId } from "@fleet/domain/Ids"
import type { Person } from "../accounts/AccountStore.ts"

/** An app user whose first factor was right. */
export interface AuthenticatedAppUser {
  readonly id: AppUserId
  readonly orgId: OrgId
  readonly appId: AppId
  readonly email: string
}

/** The app user of a person whose first factor was right. */
export const authenticatedAppUserOf = ({ app_id, email, id, org_id }: Person): AuthenticatedAppUser => ({
  id,
  orgId: org_id,
  appId: app_id,
  email
})
