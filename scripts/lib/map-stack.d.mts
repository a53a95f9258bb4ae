export function mapStack(text: string, out: string): string
