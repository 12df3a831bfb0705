import { CircleAlert } from 'lucide-react';

/** Why a form as a whole failed; announced as soon as it stands there. */
export function FormError({ message }: { message: string | null | undefined }) {
  if (!message) return null;
  return (
    <p className="form-error" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
