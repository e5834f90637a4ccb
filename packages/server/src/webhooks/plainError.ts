import type { OutboundFailed, OutboundRefused } from "../platform/outbound/OutboundFetch.ts"

/** The same for a name inside the network as for one that is nowhere: it must not tell which names there are. */
const ofName = "The host has no public address, or is not reached by https."
const ofConnection = "The connection ended before an answer."
const ofCertificate = "The certificate is not valid for this host."

/** The words for each code. Messages of Node name addresses, which may be inside the network. */
const wordsOfCode: Readonly<Record<string, string>> = {
  TIMEOUT: "There was no answer within 10 s.",
  UND_ERR_CONNECT_TIMEOUT: "There was no connection within 10 s.",
  ETIMEDOUT: "There was no connection within 10 s.",
  ECONNREFUSED: "The connection was refused.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  ENOTFOUND: ofName,
  EAI_AGAIN: ofName,
  ECONNRESET: ofConnection,
  EPIPE: ofConnection,
  UND_ERR_SOCKET: ofConnection,
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too large.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: ofCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ofCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ofCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: ofCertificate
}

/** Why no answer came, in plain words without addresses. */
export const plainError = (error: OutboundFailed | OutboundRefused): string => {
  if (error._tag === "OutboundRefused") return ofName
  const { code } = error
  return code !== null && Object.hasOwn(wordsOfCode, code) ? wordsOfCode[code]! : "There was no readable answer."
}
