/** The first factor of a sign-in, as in the audit log. */
export type SignInMethod = "password" | "email_code" | "verify_email" | "password_reset" | "invitation" | "oidc"
