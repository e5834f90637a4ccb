/** The address of what listens there, as others on this machine reach it. */
export const listeningAddress = (host: string, port: number): string => {
  const named = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`
}
