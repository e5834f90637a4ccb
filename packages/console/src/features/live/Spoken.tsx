import { useEffect, useRef, useSyncExternalStore } from "react"

const readers = new Map<string, () => string>()
const listeners = new Set<() => void>()
let said = ""

const say = (text: string) => {
  // The same text a second time is another one for the region, so that it is spoken again.
  said = said === text ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

/** What a card says when it is asked to be read; the newest `read` is the one that is asked. */
export const useReader = (slug: string, read: () => string): void => {
  const newest = useRef(read)
  newest.current = read
  useEffect(() => {
    const reader = () => newest.current()
    readers.set(slug, reader)
    return () => {
      if (readers.get(slug) === reader) readers.delete(slug)
    }
  }, [slug])
}

/** Speaks a card once. */
export const readCard = (slug: string): void => {
  const read = readers.get(slug)
  if (read !== undefined) say(`${slug}: ${read()}`)
}

/** The slug of the card that has the focus. */
export const focusedCard = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>(".live-card")?.dataset.slug

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    said = ""
  }
}

/** Where cards are spoken: values are no live regions, because they change all the time. */
export const Spoken = () => {
  const text = useSyncExternalStore(subscribe, () => said)
  return (
    <p className="visually-hidden" role="status" data-spoken>
      {text}
    </p>
  )
}
