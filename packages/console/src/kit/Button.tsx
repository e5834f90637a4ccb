import "./Button.css"
import type { ReactNode, Ref } from "react"
import { isSingle, useSingleKeys } from "../commands/singleKeys.ts"
import { Icon } from "./Icon.tsx"
import type { IconType } from "./icons.ts"
import { Kbd } from "./Kbd.tsx"

export interface ButtonProps {
  readonly children: ReactNode
  /** `primary`: the one act of the page. `danger`: what takes something away. `quiet`: among others, without an edge. */
  readonly kind?: "plain" | "primary" | "quiet" | "danger" | "stop" | "stop-calm"
  readonly size?: "small" | "normal" | "large"
  readonly icon?: IconType
  /** The key that does the same. */
  readonly keys?: string
  /** The act is under way. */
  readonly busy?: boolean
  /** Why it cannot be pressed now: the button stays, takes the focus and says so. */
  readonly blocked?: string | undefined
  /** Only the icon shows; the text is the name. */
  readonly iconOnly?: boolean
  readonly pressed?: boolean
  readonly expanded?: boolean
  readonly type?: "button" | "submit"
  readonly onPress?: (() => void) | undefined
  readonly ref?: Ref<HTMLButtonElement>
  /** The popover that it opens, by id. */
  readonly opens?: string
  readonly fills?: boolean
}

/** The class names of a button: a link that looks like one takes them too. */
export const buttonClass = ({
  kind = "plain",
  size = "normal",
  iconOnly = false,
  fills = false
}: Partial<ButtonProps>) =>
  `button button-${kind} button-${size}${iconOnly ? " button-square" : ""}${fills ? " button-fills" : ""}`

export const Button = (props: ButtonProps) => {
  const { blocked, busy = false, children, expanded, icon, iconOnly = false, onPress, opens, pressed, ref } = props
  const hasSingle = useSingleKeys()
  const keys = props.keys !== undefined && (hasSingle || !isSingle(props.keys)) ? props.keys : undefined
  const name = iconOnly && typeof children === "string" ? children : undefined
  return (
    <button
      ref={ref}
      type={props.type === "submit" ? "submit" : "button"}
      className={buttonClass(props)}
      aria-label={name}
      title={blocked ?? (name !== undefined && keys !== undefined ? `${name} (${keys})` : name)}
      aria-disabled={blocked !== undefined || busy || undefined}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      popoverTarget={opens}
      onClick={(event) => {
        if (blocked !== undefined || busy) {
          event.preventDefault()
          return
        }
        onPress?.()
      }}
    >
      {busy ? <span className="button-wait" /> : icon === undefined ? null : <Icon of={icon} />}
      {iconOnly ? null : <span>{children}</span>}
      {keys === undefined || iconOnly ? null : <Kbd>{keys}</Kbd>}
      {blocked === undefined ? null : <span className="visually-hidden">{`: ${blocked}`}</span>}
    </button>
  )
}
