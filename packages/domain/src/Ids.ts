import { Id } from "./Wire.ts"

export const OrgId = Id("OrgId")
export type OrgId = typeof OrgId.Type
export const DeveloperId = Id("DeveloperId")
export type DeveloperId = typeof DeveloperId.Type
export const AppId = Id("AppId")
export type AppId = typeof AppId.Type
export const AppUserId = Id("AppUserId")
export type AppUserId = typeof AppUserId.Type
export const RoleId = Id("RoleId")
export type RoleId = typeof RoleId.Type
export const ServerKeyId = Id("ServerKeyId")
export type ServerKeyId = typeof ServerKeyId.Type
export const OidcProviderId = Id("OidcProviderId")
export type OidcProviderId = typeof OidcProviderId.Type
export const RobotId = Id("RobotId")
export type RobotId = typeof RobotId.Type
export const JobId = Id("JobId")
export type JobId = typeof JobId.Type
export const AlertId = Id("AlertId")
export type AlertId = typeof AlertId.Type
export const WebhookId = Id("WebhookId")
export type WebhookId = typeof WebhookId.Type
export const DeliveryId = Id("DeliveryId")
export type DeliveryId = typeof DeliveryId.Type
export const CheckoutId = Id("CheckoutId")
export type CheckoutId = typeof CheckoutId.Type
export const InvoiceId = Id("InvoiceId")
export type InvoiceId = typeof InvoiceId.Type

/** A refresh family: one sign-in, whatever tokens it has been through. */
export const SessionId = Id("SessionId")
export type SessionId = typeof SessionId.Type
