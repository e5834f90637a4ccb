import { closed, Email } from "./Wire.ts"

export const WaitlistRequest = closed({ email: Email }).annotate({ identifier: "waitlist-request" })
