/** How long an open socket may be silent after the browser said that its network came or went, in milliseconds. */
const patience = { online: 5000, offline: 2000 }

/** Of a page or a worker; Node has no such events. */
const page = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>

/** Calls back when the browser says that its network came or went. Answers how to stop. */
export const onNetworkChange = (listener: (isOnline: boolean, patienceMs: number) => void): (() => void) => {
  const onEvent = ({ type }: Pick<Event, "type">) =>
    listener(type === "online", patience[type as keyof typeof patience])
  for (const type of Object.keys(patience)) page.addEventListener?.(type, onEvent)
  return () => {
    for (const type of Object.keys(patience)) page.removeEventListener?.(type, onEvent)
  }
}

/** Whether the browser says that it has no network. */
export const isOffline = (): boolean => globalThis.navigator?.onLine === false
