"""Chapter 621a, paragraph by paragraph. Nothing here about presentation, and no analysis."""
