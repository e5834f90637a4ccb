import { useSyncExternalStore } from "react"

/** Single keys as commands: they can be switched off, for people whose speech or hand sends some by accident. */
let isOn = true
const listeners = new Set<() => void>()

export const singleKeys = (): boolean => isOn

export const setSingleKeys = (on: boolean): void => {
  if (on === isOn) return
  isOn = on
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys)

/** Whether a command's keys, also as they are shown, are letters, digits or signs alone: those are what the switch is for. */
export const isSingle = (keys: string): boolean => /^[^\s⌘↵␣](?: \S)?$/.test(keys)
