import { useEffect, useSyncExternalStore } from "react"

/** Something that can be done now: by its key, in the palette, and listed in the help. */
export interface Command {
  readonly id: string
  /** In the page's language. */
  readonly text: string
  /** As `g r` (one after the other), `mod+k`, `shift+f8`, `.`. */
  readonly keys?: string
  readonly group: "go" | "do" | "robot" | "view"
  /** Why it cannot be done now. */
  readonly blocked?: string | undefined
  /** Also while somebody types. */
  readonly whileTyping?: boolean
  readonly run: () => void
}

const registered = new Map<symbol, ReadonlyArray<Command>>()
const listeners = new Set<() => void>()
let all: ReadonlyArray<Command> = []

const changed = () => {
  const byId = new Map<string, Command>()
  for (const commands of registered.values()) for (const command of commands) byId.set(command.id, command)
  all = [...byId.values()]
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const commandsNow = (): ReadonlyArray<Command> => all
export const useAllCommands = () => useSyncExternalStore(subscribe, commandsNow)

/** Registers commands while the caller is on the page. A later one with the same id replaces the earlier. */
export const useCommands = (commands: ReadonlyArray<Command>): void => {
  useEffect(() => {
    const key = Symbol("commands")
    registered.set(key, commands)
    changed()
    return () => {
      registered.delete(key)
      changed()
    }
  })
}
