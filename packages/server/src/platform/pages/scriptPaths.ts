/** The module of forms: codes, passwords, what can be sent again. */
export const formScriptPath = "/pages/form.js"

/** The module of what can be copied. */
export const copyScriptPath = "/pages/copy.js"

/** The module of passkeys, which alone asks the service for something. */
export const passkeyScriptPath = "/pages/passkey.js"
