/** Sets the value of an input as typing would: controlled inputs hear of it. */
export function writeValue(box: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  // React overrides the `value` property of the element; the prototype's setter changes the DOM value.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
