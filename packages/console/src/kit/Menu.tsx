import "./Menu.css"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { Button, type ButtonProps } from "./Button.tsx"
import { Icon } from "./Icon.tsx"
import type { IconType } from "./icons.ts"

export interface MenuItem {
  readonly id: string
  readonly text: string
  readonly icon?: IconType
  readonly danger?: boolean
  /** Why it cannot be chosen now. */
  readonly blocked?: string | undefined
  readonly checked?: boolean
  /** It begins another group. */
  readonly begins?: boolean
  readonly run: () => void
}

/** Older browsers have none: the list is shown and hidden by hand there. */
const hasPopovers = typeof HTMLElement.prototype.showPopover === "function"

/** A button that opens a list of acts, by the platform's popover. Arrows move, Escape closes. */
export const Menu = ({
  before,
  items,
  ...button
}: Pick<ButtonProps, "children" | "icon" | "iconOnly" | "kind" | "size"> & {
  readonly items: ReadonlyArray<MenuItem>
  /** Above the acts. */
  readonly before?: ReactNode
}) => {
  const id = useId().replaceAll(":", "")
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const place = () => {
    const box = list.current
    const anchor = opener.current?.getBoundingClientRect()
    if (box === null || anchor === undefined) return
    const width = box.offsetWidth
    const height = box.offsetHeight
    const left = Math.max(8, Math.min(anchor.right - width, window.innerWidth - width - 8))
    const below = anchor.bottom + 4
    box.style.left = `${left}px`
    box.style.top = `${below + height > window.innerHeight - 8 ? Math.max(8, anchor.top - height - 4) : below}px`
  }
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (hasPopovers || !isOpen) return
    place()
    move(1)
    const close = (event: Event) => {
      if (!list.current!.contains(event.target as Node) && !opener.current!.contains(event.target as Node))
        setOpen(false)
    }
    document.addEventListener("pointerdown", close)
    return () => document.removeEventListener("pointerdown", close)
  }, [isOpen])
  const close = () => {
    if (hasPopovers) return list.current?.hidePopover()
    setOpen(false)
    opener.current?.focus()
  }
  const move = (by: number) => {
    const choices = [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])]
    const at = choices.indexOf(document.activeElement as HTMLElement)
    choices[(at + by + choices.length) % choices.length]?.focus()
  }
  return (
    <>
      <Button
        {...button}
        ref={opener}
        {...(hasPopovers ? { opens: id } : { expanded: isOpen, onPress: () => setOpen(!isOpen) })}
      >
        {button.children}
      </Button>
      <div
        ref={list}
        id={id}
        className="menu"
        {...(hasPopovers ? { popover: "auto" as const } : { hidden: !isOpen, "data-open": isOpen || undefined })}
        role="menu"
        tabIndex={-1}
        onToggle={(event) => {
          if (event.newState !== "open") return
          place()
          move(1)
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") move(1)
          else if (event.key === "ArrowUp") move(-1)
          else if (event.key === "Escape" && !hasPopovers) close()
          else return
          event.preventDefault()
        }}
      >
        {before}
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role={item.checked === undefined ? "menuitem" : "menuitemcheckbox"}
            aria-checked={item.checked}
            aria-disabled={item.blocked !== undefined || undefined}
            className={`menu-item${item.danger === true ? " menu-danger" : ""}${item.begins === true ? " menu-begins" : ""}`}
            onClick={() => {
              if (item.blocked !== undefined) return
              if (item.checked === undefined) close()
              item.run()
            }}
          >
            <span className="menu-icon">{item.icon === undefined ? null : <Icon of={item.icon} />}</span>
            <span className="menu-text">
              {item.text}
              {item.blocked === undefined ? null : <span className="menu-why">{item.blocked}</span>}
            </span>
            {item.checked === true ? <span className="menu-check">✓</span> : null}
          </button>
        ))}
      </div>
    </>
  )
}
