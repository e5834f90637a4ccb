import "./Dialog.css"
import { type ReactNode, useEffect, useId, useRef } from "react"
import { Button } from "./Button.tsx"
import { X } from "./icons.ts"
import { useWords } from "../i18n/words.ts"
import { kitWords } from "./kitWords.ts"

/** A modal window by the platform's own element: it takes the focus, closes by Escape and gives the focus back. */
export const Dialog = ({
  acts,
  children,
  onClose,
  open,
  place = "centre",
  title,
  titleHidden = false,
  wide = false
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly titleHidden?: boolean
  readonly children: ReactNode
  readonly acts?: ReactNode
  readonly wide?: boolean
  /** `top`: a palette. `side`: a drawer at the end of the page. */
  readonly place?: "centre" | "top" | "side"
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const t = useWords(kitWords)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    // A press on the backdrop is a press on the element itself; Escape does the same by key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      className={`dialog dialog-${place}${wide ? " dialog-wide" : ""}`}
      aria-labelledby={id}
      // The event comes after the window has gone. By then another one may be open that shares the state behind it.
      onClose={() => {
        if (open) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {open ? (
        <div className="dialog-box">
          <header className={titleHidden ? "visually-hidden" : "dialog-head"}>
            <h2 id={id}>{title}</h2>
            {titleHidden ? null : (
              <Button kind="quiet" size="small" icon={X} iconOnly onPress={onClose}>
                {t.close}
              </Button>
            )}
          </header>
          <div className="dialog-body">{children}</div>
          {acts === undefined ? null : <footer className="dialog-foot">{acts}</footer>}
        </div>
      ) : null}
    </dialog>
  )
}
