/**
 * Whether a request names this machine or the service's own address: a foreign page whose name was bound to
 * this machine's address reads nothing of the demo.
 */
export const isDemoHost = (host: string | undefined, baseUrl: string): boolean => {
  const named = URL.parse(`http://${host ?? ""}`)?.hostname
  return named !== undefined && [new URL(baseUrl).hostname, "localhost", "127.0.0.1", "[::1]"].includes(named)
}
