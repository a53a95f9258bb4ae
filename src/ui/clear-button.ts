import { type RefObject, useLayoutEffect } from 'react'

/**
 * Takes the button that empties a field out of the order of the Tab key: whoever has the keyboard empties the field itself.
 * @param box gives what the button stands in.
 */
export function useClearWithoutTab(box: RefObject<{ nativeElement: Element } | Element | null>): void {
  // The library draws it while there is a value, and takes no attributes for it.
  useLayoutEffect(() => {
    const { current } = box
    const root = current instanceof Element ? current : current?.nativeElement
    const buttons = root?.querySelectorAll<HTMLElement>('.ant-picker-clear, .ant-select-clear') ?? []
    for (const button of buttons) button.tabIndex = -1
  })
}
