// A word on hover or focus, for controls that show only an icon. It repeats their label, so nothing is said twice aloud.
"use client"

import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { placeBeside } from "./anchored"

const DELAY_MS = 400

type Handlers = Partial<
  Record<"onPointerEnter" | "onPointerLeave" | "onPointerDown", (event: PointerEvent<HTMLElement>) => void> &
    Record<"onFocus" | "onBlur", (event: FocusEvent<HTMLElement>) => void>
>

export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement<Handlers> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (over: HTMLElement, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(over), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const own = children.props
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === "mouse") show(event.currentTarget, DELAY_MS)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          hide()
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, DELAY_MS)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
      })}
      {anchor && <Bubble anchor={anchor}>{text}</Bubble>}
    </>
  )
}

/** In the document only while it is seen, so that rows full of icon buttons stay light. */
function Bubble({ anchor, children }: { anchor: HTMLElement; children: ReactNode }) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!bubble.current || !anchor.isConnected) return
    bubble.current.showPopover()
    placeBeside(bubble.current, anchor, "bottom", "center", 6)
  }, [anchor])
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none fixed inset-auto m-0 rounded-m border-0 bg-text px-2 py-1 text-small font-medium whitespace-nowrap text-surface shadow-pop"
    >
      {children}
    </span>
  )
}
