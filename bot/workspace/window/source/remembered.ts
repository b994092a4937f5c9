// Small choices that outlive the page. Where the browser forbids storage, they don't.

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // nothing is lost but the choice
  }
}
