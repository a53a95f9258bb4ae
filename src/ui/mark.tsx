/**
 * The product's mark: a speech bubble that is also a clock, its hands cut out. One colour, readable at 16 px.
 * The same drawing is in resources/mark.svg for icons.
 */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M12 2a9.5 9.5 0 1 1-4.5 17.87L2.9 21.2a.6.6 0 0 1-.74-.75l1.35-4.55A9.5 9.5 0 0 1 12 2Zm-1.4 4.9a1.4 1.4 0 0 1 2.8 0v3.2h2.7a1.4 1.4 0 0 1 0 2.8H12a1.4 1.4 0 0 1-1.4-1.4Z"
      />
    </svg>
  )
}
